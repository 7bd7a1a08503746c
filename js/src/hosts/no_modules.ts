/** In the place of `models/modules.js` where a build holds no model: `epitome/core`. */
export const modules: Record<string, () => Promise<{ default: ArrayBuffer }>> = {};
