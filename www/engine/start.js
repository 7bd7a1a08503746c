/**
 * Starts the worker before the page is built, so that WebAssembly and the model of the visitor's
 * language load meanwhile.
 */
import { chosenLanguage } from "../language.js";
import { ask } from "./client.js";
import { askEarly } from "./early.js";

void askEarly(chosenLanguage());
ask("warm", { language: chosenLanguage() }).catch(() => {}); // the first judgement says what is wrong
