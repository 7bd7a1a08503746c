/** The entry `epitome/relaxed`: with `epitome/slim`, the faster file where engines have relaxed SIMD. */
import { offerRelaxed } from "./relaxed/current.js";

offerRelaxed();
