import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { signingKeys } from '../contract.ts'
import {
  createSigningKey,
  listSigningKeys,
  removeSigningKey,
  retrieveSigningKey,
} from './handle-signing-keys.ts'

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
