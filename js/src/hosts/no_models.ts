/** In the place of `models/packaged.js` and `models/catalogue.js` where a build holds no model: `epitome/slim`. */
export const packaged = {};

export const catalogue = [];
