/** EdDSA, ES256 and RS256: every authenticator supports at least one of them. */
export const passkeyAlgorithms = [-8, -7, -257]
