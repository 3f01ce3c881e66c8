const key = 'playhead_proof_visit'

/** Marks that this tab went to a provider for a proof, not to sign in. */
export const keepProofVisit = () => sessionStorage.setItem(key, 'yes')

export const takeProofVisit = () => {
  const isVisit = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isVisit
}
