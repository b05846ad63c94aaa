/** Client of the Anamnesis symptom assessment service. Use it in a back end: it holds the partner's credentials. */
export { Client, Session, type ClientConfig, type InitialRequest } from "./client.js";
export { ServiceError, ConnectionError } from "./errors.js";
export type * from "./types.js";
