const key = 'playhead_proof_visit'

/** This tab went to a provider to prove who is there, not to sign in. */
export const keepProofVisit = () => sessionStorage.setItem(key, 'yes')

export const takeProofVisit = () => {
  const isVisit = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isVisit
}
