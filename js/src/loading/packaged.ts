/** The models that modules bring, those of the package included. */
import { packaged } from "../../models/packaged.js";
import { type BroughtModel, registry } from "../companions.js";

/** The model `name`; undefined where no module that holds it is imported. */
export async function broughtModel(name: string): Promise<BroughtModel | undefined> {
  const { models } = registry();
  if (!models.has(name) && Object.hasOwn(packaged, name)) {
    const { default: model } = (await packaged[name]?.()) as { default: BroughtModel };
    models.set(name, model);
  }
  return models.get(name);
}
