import type { z } from 'zod'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Passkey, type secondFactor, secondFactorLimits } from '../../contract.ts'
import { addFactor, demandOwner, mail, removeFactor, trail } from '../change-factors.ts'
import { newChallenge } from './passkey-challenge.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
  updatePasskeyName,
} from './passkeys.sql.ts'
import { demandRelyingParty } from './relying-party.ts'

type Factors = Handlers<typeof secondFactor>

/** EdDSA, ES256 and RS256: between them every authenticator has one. */
const algorithms = [-8, -7, -257]

export const presentPasskey = (row: PasskeyRow): z.input<typeof Passkey> => ({
  id: row.id,
  name: row.name,
  host: row.rp_id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const refuseTooMany = (count: number) => {
  if (count >= secondFactorLimits.passkeys)
    throw invalidField('name', `An account has at most ${secondFactorLimits.passkeys} passkeys.`)
}

export const startPasskey: Factors['startPasskey'] = async (changer) => {
  const { app, request, session } = changer
  await demandOwner(changer)
  const { id: rpId } = demandRelyingParty(app, request)
  const present = await listPasskeys(app.postgres, session.user_id)
  refuseTooMany(present.length)
  const name = `${session.first_name} ${session.last_name}`.trim()
  return {
    data: {
      ...(await newChallenge(app, 'registration', session.user_id)),
      rp: { id: rpId, name: 'Playhead' },
      user: {
        id: Buffer.from(session.user_id).toString('base64url'),
        name: session.email,
        display_name: name || session.email,
      },
      algorithms,
      exclude: present
        .filter(({ rp_id }) => rp_id === rpId)
        .map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    },
  }
}

const refusal = (cause?: unknown) =>
  new ApiError('invalid_parameters', {
    messages: ['The passkey was not accepted. Please try again.'],
    cause,
  })

export const addPasskey: Factors['addPasskey'] = async (changer) => {
  const { app, request, session, body } = changer
  const given = body.passkey
  await demandOwner(changer)
  const { id: rpId, origin } = demandRelyingParty(app, request)
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
    supportedAlgorithmIDs: algorithms,
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

/** A name says nothing about how this person signs in, so no new proof is asked for. */
export const renamePasskey: Factors['renamePasskey'] = async (changer) => {
  const { app, session, params, body } = changer
  const before = await findPasskey(app.postgres, session.user_id, params.id)
  if (!before) throw notFound('passkey')
  return app.postgres.transaction(async (transaction) => {
    await updatePasskeyName(transaction, session.user_id, params.id, body.passkey.name)
    await trail(changer, transaction, {
      action: 'passkey.renamed',
      subjectId: before.id,
      subjectName: body.passkey.name,
      detail: { from: before.name },
    })
    return { data: presentPasskey({ ...before, name: body.passkey.name }) }
  })
}

export const removePasskey: Factors['removePasskey'] = async (changer) => {
  const { app, session, params } = changer
  if (!(await findPasskey(app.postgres, session.user_id, params.id))) throw notFound('passkey')
  await demandOwner(changer)
  await removeFactor(changer, async (transaction) => {
    const removed = await deletePasskey(transaction, session.user_id, params.id)
    if (!removed) throw notFound('passkey')
    await trail(changer, transaction, {
      action: 'passkey.removed',
      subjectId: removed.id,
      subjectName: removed.name,
    })
  })
  mail(changer, 'A passkey was removed')
  return undefined
}
