import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { admin, signedIn } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const secondFactorLimits = { passkeys: 20, nameMax: 60, recoveryCodes: 10 } as const

/** What browsers sign is far shorter; an attestation with its certificates takes a few kilobytes. */
const base64url = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/, 'Not base64url'))

const PasskeyDescriptor = z.object({ id: z.string(), transports: z.array(z.string()) })

/** What a browser needs to create a passkey; browsers use these names in camelCase. */
export const PasskeyCreation = z.object({
  challenge_id: z.uuid(),
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  algorithms: z.array(z.int()),
  exclude: z.array(PasskeyDescriptor),
  timeout_ms: z.int(),
})

/** What a browser needs to sign with a passkey. */
export const PasskeyRequest = z.object({
  challenge_id: z.uuid(),
  challenge: z.string(),
  rp_id: z.string(),
  /** Empty: the person chooses one of the passkeys of this site. */
  allow: z.array(PasskeyDescriptor),
  user_verification: z.enum(['required', 'preferred']),
  timeout_ms: z.int(),
})

/** What a browser returns after it created a passkey. */
const NewPasskey = z.object({
  id: base64url(1400),
  client_data: base64url(4000),
  attestation: base64url(40_000),
  transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
})

/** What a browser returns after it signed with a passkey. */
export const PasskeyAnswer = z.object({
  id: base64url(1400),
  client_data: base64url(4000),
  authenticator_data: base64url(4000),
  signature: base64url(2000),
  user_handle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

/** The methods other than a passkey, which need typing. */
export const codeMethods = ['authenticator_app', 'recovery_code'] as const
export type CodeMethod = (typeof codeMethods)[number]

const secondFactorMethods = ['passkey', ...codeMethods] as const

export const SecondFactorCode = z.object({
  method: z.enum(codeMethods),
  code: z.string('Code is required').check(z.minLength(1, 'Code is required'), z.maxLength(40)),
})

/** The first proof was right; any of the methods completes the sign-in. */
export const SecondFactorRequest = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(secondFactorMethods)),
  /** Host names of this person's passkeys that do not work under the current host name. */
  passkey_hosts_elsewhere: z.array(z.string()),
})

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The host name that the passkey was created for; it works only there. */
  host: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})

export const SecondFactor = z.object({
  passkeys: z.array(Passkey),
  authenticator_app: z.nullable(
    z.object({ created_at: z.iso.datetime(), last_used_at: z.nullable(z.iso.datetime()) }),
  ),
  recovery_codes_left: z.int(),
  /** False in a single sign-on session, which may not change how this person signs in elsewhere. */
  can_change: z.boolean(),
  /** Organizations of this person that open only with a second factor. */
  required_by: z.array(z.string()),
})

/** Shown once, with the first factor or when new codes replace the old ones. */
const RecoveryCodes = z.array(z.string())

const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(secondFactorLimits.nameMax))

const Requirement = z.object({
  required: z.boolean(),
  /** Members who have no second factor yet. */
  members_without: z.int(),
})

export const secondFactor = endpoints({
  retrieve: get('/ui/v1/second-factor', {
    access: signedIn,
    summary: 'The second factors of the signed-in person',
    returns: dataOf(SecondFactor),
  }),
  startPasskey: post('/ui/v1/second-factor/passkeys/start', {
    access: signedIn,
    summary: 'Start adding a passkey',
    returns: dataOf(PasskeyCreation),
  }),
  addPasskey: post('/ui/v1/second-factor/passkeys', {
    access: signedIn,
    summary: 'Add the passkey a browser created; the first factor comes with recovery codes',
    body: z.object({
      passkey: z.object({ name: passkeyName, challenge_id: z.uuid(), ...NewPasskey.shape }),
    }),
    returns: dataOf(z.object({ passkey: Passkey, recovery_codes: RecoveryCodes })),
    status: 201,
  }),
  renamePasskey: put('/ui/v1/second-factor/passkeys/:id', {
    access: signedIn,
    summary: 'Rename a passkey',
    params: z.object({ id: ref('passkey') }),
    body: z.object({ passkey: z.object({ name: passkeyName }) }),
    returns: dataOf(Passkey),
  }),
  removePasskey: del('/ui/v1/second-factor/passkeys/:id', {
    access: signedIn,
    summary: 'Remove a passkey',
    params: z.object({ id: ref('passkey') }),
    returns: nothing,
  }),
  startAuthenticatorApp: post('/ui/v1/second-factor/authenticator-app/start', {
    access: signedIn,
    summary: 'Start adding an authenticator app; it is active after its first correct code',
    returns: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  }),
  addAuthenticatorApp: post('/ui/v1/second-factor/authenticator-app', {
    access: signedIn,
    summary:
      'Add the authenticator app with its first code; the first factor comes with recovery codes',
    body: z.object({ authenticator_app: z.object({ code: z.string().check(z.maxLength(20)) }) }),
    returns: dataOf(z.object({ recovery_codes: RecoveryCodes })),
    status: 201,
  }),
  removeAuthenticatorApp: del('/ui/v1/second-factor/authenticator-app', {
    access: signedIn,
    summary: 'Remove the authenticator app',
    returns: nothing,
  }),
  renewRecoveryCodes: post('/ui/v1/second-factor/recovery-codes', {
    access: signedIn,
    summary: 'Create new recovery codes; the old ones stop working',
    returns: dataOf(z.object({ recovery_codes: RecoveryCodes })),
    status: 201,
  }),
  retrieveRequirement: get('/ui/v1/organization/second-factor', {
    access: admin,
    summary: 'Whether the current organization requires a second factor',
    returns: dataOf(Requirement),
  }),
  updateRequirement: put('/ui/v1/organization/second-factor', {
    access: admin,
    summary:
      'Require a second factor of every member, or stop requiring it; the admin must have one',
    body: z.object({ second_factor: z.object({ required: z.boolean() }) }),
    returns: dataOf(Requirement),
  }),
})
