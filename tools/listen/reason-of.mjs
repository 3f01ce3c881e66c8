const sentences = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
}

/** Why a call has failed, in a few words. `fetch` hides the reason in the cause. */
export const reasonOf = (error) => {
  if (error.name === 'TimeoutError') return 'no response in time'
  const { code, message } = error.cause ?? error
  return sentences[code] ?? (message || error.message)
}
