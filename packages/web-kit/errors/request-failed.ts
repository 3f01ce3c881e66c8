import type { CallError } from '../calls/call-error.ts'

/** The generic action of a failed background operation. SHELL-117 */
type Listener = (error: CallError) => void

const listeners = new Set<Listener>()

export const onRequestFailed = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const dispatchRequestFailed = (error: CallError) => {
  for (const listener of listeners) listener(error)
}
