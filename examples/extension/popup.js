// Sends the text that is selected in the tab, with the summary, to the background.
const [input, output] = [document.querySelector("input"), document.querySelector("output")];

async function selectedText() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const [{ result }] = await chrome.scripting.executeScript({
    target: { tabId: tab.id },
    func: () => String(getSelection()),
  });
  return result;
}

input.addEventListener("change", async () => {
  try {
    const answer = await chrome.runtime.sendMessage({ document: await selectedText(), summary: input.value });
    output.value = answer.error ?? answer.verdict;
  } catch (error) {
    output.value = error.message;
  }
});
