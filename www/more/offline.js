/** The page without a network: a service worker keeps its files; models are kept by the library. */

let prompt;

/** What the browser offers to install the page with; undefined where it does not. */
export const installPrompt = () => prompt;

/** Registers the service worker, and has it keep what the page has loaded so far. */
export async function goOffline() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event;
  });
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    active.postMessage({ keep: [location.href.split("#")[0], ...loaded] });
  } catch {
    // Not allowed here: the page works with a network only.
  }
}
