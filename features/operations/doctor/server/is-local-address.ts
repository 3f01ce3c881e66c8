/** A host that only this machine itself reaches. */
export const isLocalAddress = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
