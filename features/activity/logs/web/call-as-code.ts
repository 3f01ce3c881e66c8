interface Call {
  method: string
  path: string
  route: string
  requestBody: string | null
}

/** A cut body is not JSON any more. */
const isWhole = (body: string | null): body is string => body !== null && !body.endsWith('…')

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The call for a terminal; the credentials come from the environment, so that none are pasted. */
export const asCurl = ({ method, path, requestBody }: Call, origin: string) =>
  [
    `curl -X ${method} ${shellQuoted(origin + path)}`,
    '-u "$PLAYHEAD_TOKEN_ID:$PLAYHEAD_TOKEN_SECRET"',
    ...(isWhole(requestBody)
      ? ["-H 'content-type: application/json'", `-d ${shellQuoted(requestBody)}`]
      : []),
  ].join(' \\\n  ')

const methods: Record<string, string> = {
  'POST /video/v1/assets': 'video.assets.create',
  'GET /video/v1/assets/:id': 'video.assets.retrieve',
  'PATCH /video/v1/assets/:id': 'video.assets.update',
  'DELETE /video/v1/assets/:id': 'video.assets.delete',
  'PUT /video/v1/assets/:id/mp4-support': 'video.assets.updateMP4Support',
  'PUT /video/v1/assets/:id/master-access': 'video.assets.updateMasterAccess',
  'DELETE /video/v1/assets/:id/thumbnail-time': 'video.assets.deleteThumbnailTime',
  'GET /video/v1/assets/:id/input-info': 'video.assets.retrieveInputInfo',
  'POST /video/v1/assets/:id/playback-ids': 'video.assets.createPlaybackId',
  'GET /video/v1/assets/:id/playback-ids/:playback_id': 'video.assets.retrievePlaybackId',
  'DELETE /video/v1/assets/:id/playback-ids/:playback_id': 'video.assets.deletePlaybackId',
  'POST /video/v1/assets/:id/tracks': 'video.assets.createTrack',
  'PATCH /video/v1/assets/:id/tracks/:track_id': 'video.assets.updateTrack',
  'DELETE /video/v1/assets/:id/tracks/:track_id': 'video.assets.deleteTrack',
  'POST /video/v1/assets/:id/tracks/:track_id/generate-subtitles': 'video.assets.generateSubtitles',
  'POST /video/v1/assets/:id/static-renditions': 'video.assets.createStaticRendition',
  'DELETE /video/v1/assets/:id/static-renditions/:static_rendition_id':
    'video.assets.deleteStaticRendition',
  'POST /video/v1/assets/:id/shots': 'video.assets.generateShots',
  'DELETE /video/v1/assets/:id/shots': 'video.assets.deleteShots',
  'POST /video/v1/uploads': 'video.uploads.create',
  'PUT /video/v1/uploads/:id/cancel': 'video.uploads.cancel',
  'POST /video/v1/playback-restrictions': 'video.playbackRestrictions.create',
  'PUT /video/v1/playback-restrictions/:id/referrer': 'video.playbackRestrictions.updateReferrer',
  'PUT /video/v1/playback-restrictions/:id/user_agent':
    'video.playbackRestrictions.updateUserAgent',
  'DELETE /video/v1/playback-restrictions/:id': 'video.playbackRestrictions.delete',
  'POST /video/v1/transcription-vocabularies': 'video.transcriptionVocabularies.create',
  'PUT /video/v1/transcription-vocabularies/:id': 'video.transcriptionVocabularies.update',
  'DELETE /video/v1/transcription-vocabularies/:id': 'video.transcriptionVocabularies.delete',
  'POST /system/v1/signing-keys': 'system.signingKeys.create',
  'DELETE /system/v1/signing-keys/:id': 'system.signingKeys.delete',
  'POST /data/v1/annotations': 'data.annotations.create',
  'PATCH /data/v1/annotations/:id': 'data.annotations.update',
  'DELETE /data/v1/annotations/:id': 'data.annotations.delete',
}

const paramsOf = ({ path, route }: Call) => {
  const parts = path.split('/')
  return route
    .split('/')
    .flatMap((name, index) => (name.startsWith(':') ? [decoded(parts[index] ?? '')] : []))
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** JSON is a JavaScript expression; names that need no quotes lose them. */
const asExpression = (body: string) =>
  JSON.stringify(JSON.parse(body), null, 2).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:')

/** The call with the client of npm. Calls that it has no method for go through its general one. */
export const asMuxNode = (call: Call) => {
  const body = isWhole(call.requestBody) ? asExpression(call.requestBody) : undefined
  const known = methods[`${call.method} ${call.route}`]
  if (known) {
    const given = [...paramsOf(call).map((param) => JSON.stringify(param)), body]
    return `await mux.${known}(${given.filter((one) => one !== undefined).join(', ')})`
  }
  const options = body === undefined ? '' : `, { body: ${body} }`
  return `await mux.${call.method.toLowerCase()}(${JSON.stringify(call.path)}${options})`
}
