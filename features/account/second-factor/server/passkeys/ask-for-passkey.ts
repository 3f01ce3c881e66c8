import type { z } from 'zod'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { PasskeyAnswer, PasskeyRequest } from '../../contract.ts'
import { newChallenge } from './passkey-challenge.ts'
import {
  type ChallengePurpose,
  findPasskeyOfCredential,
  listPasskeys,
  takeChallenge,
  updateCounter,
} from './passkeys.sql.ts'
import { requireRelyingParty } from './relying-party.ts'

/** What the passkey is for and which person must have it; without a person, the passkey itself identifies them. */
export type PasskeyQuestion =
  | { purpose: 'sign_in'; userId: null }
  | { purpose: Exclude<ChallengePurpose, 'sign_in' | 'registration'>; userId: string }

/** A passkey that is the only proof must verify the person: by finger, face or PIN. */
const verificationOf = ({ purpose }: PasskeyQuestion) =>
  purpose === 'second_factor' ? 'preferred' : 'required'

export const askForPasskey = async (
  app: App,
  request: RequestFacts,
  question: PasskeyQuestion,
): Promise<z.input<typeof PasskeyRequest>> => {
  const { id: rpId } = requireRelyingParty(app, request)
  const all = question.userId ? await listPasskeys(app.postgres, question.userId) : []
  const fitting = all.filter(({ rp_id }) => rp_id === rpId)
  if (question.userId && fitting.length === 0)
    throw new ApiError('invalid_parameters', {
      messages: ['None of your passkeys works at this address.'],
    })
  return {
    ...(await newChallenge(app, question.purpose, question.userId)),
    rp_id: rpId,
    allow: fitting.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    user_verification: verificationOf(question),
  }
}

/** All refusals read alike. A proof gets no 401, because that would mean that the session has ended. */
const refusalOf = ({ purpose }: PasskeyQuestion, cause?: unknown) =>
  new ApiError(purpose === 'proof' ? 'invalid_parameters' : 'unauthorized', {
    messages: ['The passkey was not accepted. Please try again.'],
    cause,
  })

type Answer = z.output<typeof PasskeyAnswer>

const isOfUser = (answer: Answer, userId: string) =>
  Buffer.from(answer.user_handle ?? '', 'base64url').toString() === userId

/** Returns the id of the person whose passkey signed the challenge. */
export const acceptPasskey = async (
  app: App,
  request: RequestFacts,
  question: PasskeyQuestion,
  answer: Answer & { challenge_id: string },
): Promise<string> => {
  const now = app.clock.now()
  const { id: rpId, origin } = requireRelyingParty(app, request)
  const challenge = await takeChallenge(app.postgres, answer.challenge_id, question, now)
  const passkey = await findPasskeyOfCredential(app.postgres, answer.id)
  if (!challenge || !passkey || passkey.rp_id !== rpId) throw refusalOf(question)
  if (question.userId ? passkey.user_id !== question.userId : !isOfUser(answer, passkey.user_id))
    throw refusalOf(question)
  const verified = await verifyAuthenticationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: answer.client_data,
        authenticatorData: answer.authenticator_data,
        signature: answer.signature,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: verificationOf(question) === 'required',
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw refusalOf(question, error)
  })
  const counter = verified.authenticationInfo.newCounter
  if (!verified.verified || !(await updateCounter(app.postgres, passkey.id, { counter, now })))
    throw refusalOf(question)
  return passkey.user_id
}
