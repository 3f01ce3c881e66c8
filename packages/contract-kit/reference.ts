import { z } from 'zod/mini'

/** The kind of object that an id refers to. The tenant sweep replaces each id by one of another tenant. */
export type ReferenceKind =
  | 'organization'
  | 'environment'
  | 'user'
  | 'invite'
  | 'access_token'
  | 'session'
  | 'sso_connection'
  | 'passkey'
  | 'annotation'
  | 'streaming_export'
  | 'notification_channel'
  | 'silence'
  | 'incident_notification_rule'
  | 'custom_dashboard'
  | 'incident'
  | 'alert_rule'
  | 'asset'
  | 'asset_track'
  | 'static_rendition'
  | 'upload'
  | 'signing_key'
  | 'webhook'
  | 'event'
  | 'playback_id'
  | 'playback_restriction'
  | 'transcription_vocabulary'
  | 'live_stream'
  | 'simulcast_target'
  | 'invoice'
  | 'payment'
  | 'shared_cost'

export const references = z.registry<{ kind: ReferenceKind }>()

/** The id of an object; a foreign or malformed one is answered with 404. */
export const ref = (kind: ReferenceKind) => z.uuid().register(references, { kind })

/** Part of public URLs, so it has only letters and digits. */
export const playbackIdShape = /^[A-Za-z0-9]{20,64}$/

export const playbackIdRef = () =>
  z.string().check(z.regex(playbackIdShape)).register(references, { kind: 'playback_id' })
