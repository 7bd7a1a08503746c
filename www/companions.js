// The larger matchers and the models that write: importing them makes their names known.
import "./@epitome/headlines/index.js";
import "./@epitome/large-de/index.js";
import "./@epitome/large-en/index.js";
import "./@epitome/large-fa/index.js";
import "./@epitome/large-zh/index.js";
