/**
 * The bill of materials of a package, in CycloneDX 1.6: the crates that its WebAssembly files hold, by cargo's
 * own account of what is linked, and its models with the digests of their files. It names no time and no
 * machine, so that equal tarballs have equal bills.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The digests that Cargo.lock has of the crates' files. */
async function digestsOfCrates() {
  const lock = await readFile(join(root, "Cargo.lock"), "utf8");
  const entries = lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(\w+)"$/gmu);
  return new Map([...entries].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}

const sha256 = (content) => [{ alg: "SHA-256", content }];

/** A licence as CycloneDX has it. Older crates write `/` for `OR`. */
const licensed = (license) => ({ licenses: [{ expression: license.replaceAll("/", " OR ") }] });

function crate({ name, version, license, repository }, digests) {
  const purl = `pkg:cargo/${name}@${version}`;
  const checksum = digests.get(`${name} ${version}`);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(license === null ? {} : licensed(license)),
    ...(checksum === undefined ? {} : { hashes: sha256(checksum) }),
    ...(repository === null ? {} : { externalReferences: [{ type: "vcs", url: repository }] }),
  };
}

function model({ name, version, description, license, files }) {
  const components = files.map(({ path, sha256: digest }) => ({
    type: "file",
    "bom-ref": `${name}/${path}`,
    name: path,
    hashes: sha256(digest),
  }));
  return { type: "machine-learning-model", "bom-ref": `model/${name}`, name, version, description, ...licensed(license), components };
}

/** The bill of a package: what its package.json says, its tarball, its crates, the manifests of its models. */
export async function bill(about, tarball, crates, manifests) {
  const digests = await digestsOfCrates();
  const ref = `pkg:npm/${about.name.replace("@", "%40")}@${about.version}`;
  const components = [...crates.map((each) => crate(each, digests)), ...manifests.map(model)];
  const digest = createHash("sha256").update(tarball).digest("hex");
  const [a, b, c, d, e] = [0, 8, 12, 16, 20].map((from, at) => digest.slice(from, [8, 12, 16, 20, 32][at]));
  const content = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${a}-${b}-8${c.slice(1)}-8${d.slice(1)}-${e}`,
    version: 1,
    metadata: {
      component: {
        type: "library",
        "bom-ref": ref,
        name: about.name,
        version: about.version,
        description: about.description,
        purl: ref,
        ...licensed(about.license),
        hashes: sha256(digest),
      },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((each) => each["bom-ref"]) }],
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
