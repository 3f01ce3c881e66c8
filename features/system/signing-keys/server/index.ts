import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { signingKeys } from '../contract.ts'
import { createSigningKey } from './create-signing-key.ts'
import { listSigningKeys } from './list-signing-keys.ts'
import { removeSigningKey } from './remove-signing-key.ts'
import { retrieveSigningKey } from './retrieve-signing-key.ts'

export { makeKeyPair } from './make-key-pair.ts'
export { environmentOfKey, publicKeyOf } from './public-keys.ts'
export { readSignedClaims } from './read-signed-claims.ts'

export const signingKeysServer = feature('signing-keys', {
  endpoints: [
    implement(signingKeys, {
      list: listSigningKeys,
      create: createSigningKey,
      retrieve: retrieveSigningKey,
      remove: removeSigningKey,
    }),
  ],
})
