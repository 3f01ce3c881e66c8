import { z } from 'zod/mini'
import { endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { PasskeyAnswer, PasskeyRequest } from '@playhead/features/account/second-factor/contract'

const noPassword = 'Password cannot be empty'

/** How a signed-in person can prove once more who they are. docs/adr/0046 */
export const proofKinds = ['password', 'passkey', 'github', 'sso'] as const
export type ProofKind = (typeof proofKinds)[number]

/** What is sent as proof, by kind; providers are visited instead. */
const PasswordProof = z.object({
  kind: z.enum(['password']),
  password: z.string(noPassword).check(z.minLength(1, noPassword)),
})
export const Proof = PasswordProof

export const proof = endpoints({
  retrieve: get('/ui/v1/session/proof', {
    access: signedIn,
    summary: 'The ways in which this session can prove once more who is there',
    returns: dataOf(z.object({ kinds: z.array(z.enum(proofKinds)) })),
  }),
  prove: post('/ui/v1/session/proof', {
    access: signedIn,
    summary: 'Prove once more who is there: opens changes of how one signs in for ten minutes',
    body: z.object({ proof: Proof }),
    returns: nothing,
  }),
  startPasskey: post('/ui/v1/session/proof/passkey', {
    access: signedIn,
    summary: 'Begin to prove with a passkey',
    returns: dataOf(PasskeyRequest),
  }),
  provePasskey: put('/ui/v1/session/proof/passkey', {
    access: signedIn,
    summary: 'Prove with what a passkey signed',
    body: z.object({ proof: z.object({ challenge_id: z.uuid(), ...PasskeyAnswer.shape }) }),
    returns: nothing,
  }),
  startProvider: post('/ui/v1/session/proof/provider', {
    access: signedIn,
    summary: 'Begin to prove through the provider this person signs in with',
    body: z.object({
      proof: z.object({
        kind: z.enum(['github', 'sso']),
        next: z.optional(z.nullable(z.string())),
      }),
    }),
    returns: dataOf(z.object({ authorize_url: z.string() })),
  }),
})
