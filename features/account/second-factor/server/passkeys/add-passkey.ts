import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { addFactor, requireOwner, mail, trail } from '../change-factors.ts'
import { passkeyAlgorithms } from './passkey-algorithms.ts'
import { insertPasskey, listPasskeys, type PasskeyRow, takeChallenge } from './passkeys.sql.ts'
import { presentPasskey } from './present-passkey.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { requireRelyingParty } from './relying-party.ts'

const refusal = (cause?: unknown) =>
  new ApiError('invalid_parameters', {
    messages: ['The passkey was not accepted. Please try again.'],
    cause,
  })

export const addPasskey: Handlers<typeof secondFactor>['addPasskey'] = async (changer) => {
  const { app, request, session, body } = changer
  const given = body.passkey
  await requireOwner(changer)
  const { id: rpId, origin } = requireRelyingParty(app, request)
  const challenge = await takeChallenge(
    app.postgres,
    given.challenge_id,
    { purpose: 'registration', userId: session.user_id },
    app.clock.now(),
  )
  if (!challenge) throw refusal()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: {
      id: given.id,
      rawId: given.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: given.client_data, attestationObject: given.attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch((error: unknown) => {
    throw refusal(error)
  })
  if (!made) throw refusal()
  let added: PasskeyRow | undefined
  const codes = await addFactor(changer, async (transaction) => {
    refuseTooMany((await listPasskeys(transaction, session.user_id)).length)
    added = await insertPasskey(transaction, {
      user_id: session.user_id,
      credential_id: made.credential.id,
      public_key: made.credential.publicKey,
      counter: made.credential.counter,
      transports: given.transports,
      rp_id: rpId,
      name: given.name,
      created_at: app.clock.now(),
    })
    if (!added) throw refusal()
    await trail(changer, transaction, {
      action: 'passkey.added',
      subjectId: added.id,
      subjectName: added.name,
    })
  })
  mail(changer, 'A passkey was added')
  return { data: { passkey: presentPasskey(added!), recovery_codes: codes } }
}
