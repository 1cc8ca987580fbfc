export * from "./api";
export * from "./curve";
export * from "./frame";
export * from "./guards";
export * from "./messages";
