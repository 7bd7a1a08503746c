/** Starts the cards once the samples are read. */
import "./companions.js";
import { startBatch } from "./batch.js";
import { startDocument } from "./document.js";
import { readSamples } from "./samples.js";
import { startScore } from "./score.js";
import { startSummarize } from "./summarize.js";

let samples = { pairs: [], documents: [] };
try {
  samples = await readSamples();
} catch (error) {
  const place = document.getElementById("page-error");
  place.textContent = `The samples could not be read (${error.message}). Your own text still works.`;
  place.hidden = false;
}
startScore(samples.pairs);
startSummarize(samples.documents);
startBatch(samples.pairs);
startDocument();
