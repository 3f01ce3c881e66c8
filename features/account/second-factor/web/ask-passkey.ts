import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract.ts'

type Descriptor = CamelOutput<typeof PasskeyRequest>['allow'][number]

const described = ({ id, transports }: Descriptor) => ({
  id,
  type: 'public-key' as const,
  transports,
})

/** Loaded when a passkey is used, to keep the sign-in page small. */
const ceremonies = () => import('@simplewebauthn/browser')

/** Lets the browser sign with a passkey; rejects when the person cancels. */
export const askPasskey = async (
  request: CamelOutput<typeof PasskeyRequest>,
): Promise<CamelOutput<typeof PasskeyAnswer> & { challengeId: string }> => {
  const { startAuthentication } = await ceremonies()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: request.challenge,
      rpId: request.rpId,
      timeout: request.timeoutMs,
      userVerification: request.userVerification,
      allowCredentials: request.allow.map(described),
    },
  })
  return {
    challengeId: request.challengeId,
    id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle ?? null,
  }
}

/** Lets the browser create a passkey; rejects when the person cancels. */
export const createPasskey = async (creation: CamelOutput<typeof PasskeyCreation>) => {
  const { startRegistration } = await ceremonies()
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: creation.challenge,
      rp: creation.rp,
      user: creation.user,
      timeout: creation.timeoutMs,
      attestation: 'none',
      pubKeyCredParams: creation.algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: creation.exclude.map(described),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    },
  })
  return {
    challengeId: creation.challengeId,
    id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}
