export * from "./api";
export * from "./curve";
export * from "./frame";
export * from "./guards";
export * from "./intake";
export * from "./messages";
export * from "./why";
