import { createStore } from '../external-store.ts'

/** A pending request for a proof of identity; the dialog settles it. */
interface ProofRequest {
  settle: (isProved: boolean) => void
}

export const proofRequest = createStore<ProofRequest | null>(null)

let asked: Promise<boolean> | undefined

/** Calls that are refused at the same time share one dialog. docs/adr/0046 */
export const askForProof = (): Promise<boolean> =>
  (asked ??= new Promise((resolve) => {
    const settle = (isProved: boolean) => {
      asked = undefined
      proofRequest.set(null)
      resolve(isProved)
    }
    proofRequest.set({ settle })
  }))
