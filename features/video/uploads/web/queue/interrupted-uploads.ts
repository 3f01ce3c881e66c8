import { call } from '@playhead/web-kit/calls/call.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { createStore } from '@playhead/web-kit/external-store.ts'
import { uploads as uploadEndpoints } from '../../contract.ts'
import { askReceived } from './ask-received.ts'
import { isHeld } from './held-uploads.ts'
import { forgetRemembered, listRemembered, type RememberedUpload } from './remembered-uploads.ts'
import { cancelDirectUpload, goOnWithFile, reachable } from './run-uploads.ts'
import type { DirectUpload } from './upload-machine.ts'
import { onPersonChange, uploadsStore } from './uploads-store.ts'

/** A file that an earlier page began to send, and that the server still waits for. */
export interface InterruptedUpload extends RememberedUpload {
  /** 0 to 100 */
  progress: number
}

export const interruptedStore = createStore<readonly InterruptedUpload[]>([])

const isOfThisPage = (id: string) =>
  uploadsStore.get().some(({ mux }) => mux.upload?.id === id) || isHeld(id)

/** As the server has it now; undefined when it waits for it no more. */
const askDirect = async ({ id, tenant }: RememberedUpload): Promise<DirectUpload | undefined> => {
  try {
    const { data } = await call(uploadEndpoints.retrieve, {
      params: { id },
      tenant,
      quiet: true,
    })
    return data.status === 'waiting' ? data : undefined
  } catch (error) {
    if (isCallError(error) && error.status === 404) return undefined
    throw error
  }
}

const look = async (remembered: RememberedUpload): Promise<InterruptedUpload | undefined> => {
  if (await isOfThisPage(remembered.id)) return undefined
  const direct = await askDirect(remembered)
  if (direct?.url === undefined) {
    forgetRemembered(remembered.id)
    return undefined
  }
  const { size } = remembered.file
  const received = await askReceived(reachable(direct.url), size)
  return { ...remembered, progress: (received / size) * 100 }
}

/** Finds unfinished uploads of earlier pages. One whose state cannot be read now is offered after the next reload. */
export const findInterrupted = async () => {
  const found = await Promise.allSettled(listRemembered().map(look))
  interruptedStore.set(
    found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])),
  )
}

const drop = (id: string) =>
  interruptedStore.set(interruptedStore.get().filter((one) => one.id !== id))

const refusalOf = (
  { file: expected }: RememberedUpload,
  { name, size, lastModified }: File,
): string | undefined => {
  if (name !== expected.name) return `“${name}” is another file. Choose “${expected.name}”.`
  if (size !== expected.size || lastModified !== expected.lastModified)
    return `“${name}” is not the file that this upload began with, or it has changed since. Cancel this upload to start again.`
  return undefined
}

/** Goes on where the server stands. Returns why the file is refused. */
export const resumeInterrupted = async (
  interrupted: InterruptedUpload,
  file: File,
): Promise<string | undefined> => {
  const refusal = refusalOf(interrupted, file)
  if (refusal !== undefined) return refusal
  const direct = await askDirect(interrupted).catch(() => null)
  if (direct === null)
    return 'The server could not be reached. Check your connection and try again.'
  if (direct === undefined) {
    forgetRemembered(interrupted.id)
    drop(interrupted.id)
    return undefined
  }
  const { tenant, settings, meta } = interrupted
  drop(interrupted.id)
  goOnWithFile({ source: { kind: 'file', file }, tenant, settings, meta, begun: direct })
  return undefined
}

export const cancelInterrupted = (interrupted: InterruptedUpload) => {
  void cancelDirectUpload(interrupted, interrupted)
  forgetRemembered(interrupted.id)
  drop(interrupted.id)
}

onPersonChange(() => interruptedStore.set([]))
