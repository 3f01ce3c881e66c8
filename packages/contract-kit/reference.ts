import { z } from 'zod/mini'

/** What an id points at. The tenant sweep replaces each by the id of another tenant's object. */
export type ReferenceKind =
  | 'organization'
  | 'environment'
  | 'user'
  | 'invite'
  | 'access_token'
  | 'sso_connection'
  | 'annotation'
  | 'custom_dashboard'
  | 'incident'

export const references = z.registry<{ kind: ReferenceKind }>()

/** The id of an object; a foreign or malformed one is answered with 404. */
export const ref = (kind: ReferenceKind) => z.uuid().register(references, { kind })
