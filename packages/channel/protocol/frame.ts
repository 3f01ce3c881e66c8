/** One message of Phoenix channels 2.0.0, on the wire `[join_ref, ref, topic, event, payload]`. RTCH-013 */
export interface Frame {
  /** The `ref` of the join that the message belongs to. */
  joinRef: string | null
  /** Repeated in the reply. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export type Reply =
  | { status: 'ok'; response: object }
  | { status: 'error'; response: { reason: string; messages?: string[] } }

export const ok = (response: object = {}): Reply => ({ status: 'ok', response })

export const refused = (reason: string, messages?: string[]): Reply => ({
  status: 'error',
  response: { reason, ...(messages && { messages }) },
})

const isRef = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= 40)

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 255

/** Returns undefined for invalid frames. */
export const readFrame = (text: string): Frame | undefined => {
  const parts = parse(text)
  if (!Array.isArray(parts) || parts.length !== 5) return undefined
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event)) return undefined
  return { joinRef, ref, topic, event, payload }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const replyTo = ({ joinRef, ref, topic }: Frame, reply: Reply) =>
  JSON.stringify([joinRef, ref, topic, 'phx_reply', reply])

/** Without a `join_ref`, so that one text serves all members of the topic. */
export const pushOf = (topic: string, event: string, payload: object) =>
  JSON.stringify([null, null, topic, event, payload])

export const closeOf = (joinRef: string, topic: string) =>
  JSON.stringify([joinRef, joinRef, topic, 'phx_close', {}])

export const errorOf = (joinRef: string, topic: string) =>
  JSON.stringify([joinRef, joinRef, topic, 'phx_error', {}])
