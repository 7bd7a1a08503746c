/** The language of a text. Asynchronous: the first call loads WebAssembly. */
import { startedEngine } from "./current.js";
import { checkString } from "./options.js";

/** A language that a text seems to be in. */
export interface DetectedLanguage {
  /** zh, en, fa or de; the likeliest of them for a text in a fifth language. */
  language: string;
  /** How sure that is, 0 to 1; of a text in a fifth language mostly below 0.6. */
  confidence: number;
}

/** Guesses the language of a text among zh, en, fa and de; `null` where it has no letter of their scripts. */
export async function detectLanguage(text: string): Promise<DetectedLanguage | null> {
  checkString("detectLanguage: text", text);
  const engine = await startedEngine("detectLanguage");
  return engine.run((wasm) => wasm.detectLanguage(text)) as DetectedLanguage | null;
}
