// Judges what the popup sends. One matcher, made with the first message, serves all of them.
import { Matcher } from "epitome/slim";
import "epitome/models/fit-en";

// The files of the package lie in the folder that build.mjs copies.
const base = chrome.runtime.getURL("epitome/");
let loading;
const ready = () =>
  (loading ??= Matcher.create({ language: "en", base }).catch((error) => {
    loading = undefined;
    throw error;
  }));

chrome.runtime.onMessage.addListener(({ document, summary }, _sender, answer) => {
  ready()
    .then((matcher) => matcher.match(document, summary))
    .then(({ verdict, probability }) => answer({ verdict, probability }), (error) => answer({ error: error.message }));
  return true; // the answer comes later
});
