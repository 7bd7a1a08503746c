/** Where the files of the packaged models lie. */
import { NetworkError } from "../errors.js";

/** The address of a packaged model file among `urls`. */
export function packagedUrl(urls: Record<string, () => URL>, model: string, path: string): URL {
  const url = urls[`${model}/${path}`];
  if (url === undefined) {
    throw new NetworkError(`the package has no file ${path} of the model ${model}`, {
      code: "not-found",
    });
  }
  return url();
}
