const nameOf = (id: string) => `playhead_upload_${id}`

const held = new Map<string, () => void>()

/** Browsers have locks only where the page came over a secure connection. */
const locks = () => (navigator.locks as LockManager | null | undefined) ?? undefined

/** Says to the other pages of this browser that this page sends the file. */
export const holdUpload = (id: string) => {
  if (held.has(id)) return
  const untilReleased = new Promise<void>((resolve) => held.set(id, resolve))
  void locks()?.request(nameOf(id), () => untilReleased)
}

export const releaseUpload = (id: string) => {
  held.get(id)?.()
  held.delete(id)
}

export const releaseUploads = () => {
  for (const id of held.keys()) releaseUpload(id)
}

/** Whether a page of this browser sends the file. */
export const isHeld = async (id: string) => {
  if (held.has(id)) return true
  const snapshot = await locks()?.query()
  return snapshot?.held?.some(({ name }) => name === nameOf(id)) ?? false
}
