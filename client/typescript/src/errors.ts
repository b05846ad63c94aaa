/** The service answered with an error. Its texts are for logs, never for the person. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  constructor(
    readonly status: number,
    message: string,
    /** One entry for each fault of the request's content. */
    readonly validationErrors: string[],
    /** What to give a bug report, with the token's sid. */
    readonly requestId: string,
    /** Seconds that the service asks to wait, 0 where it does not say. */
    readonly retryAfter: number,
  ) {
    super(`${status} ${message}`);
  }

  /** The call may succeed later. */
  get temporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** No answer came: the connection failed or the time was up. Whether the call was applied is not known. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
