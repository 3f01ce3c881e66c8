import { assets } from '@playhead/features/video/assets/contract'
import { apiOrigin, call, callUrl, headersOf } from '@playhead/web-kit/calls/call.ts'
import { uploads as uploadEndpoints } from '../../contract.ts'
import { addressOptions } from '../queue/asset-settings.ts'
import { createDirectUpload, reachable, refusalOf } from '../queue/run-uploads.ts'
import type { NewAssetSettings, Upload } from '../queue/upload-machine.ts'
import { type Sender, sendFile } from '../queue/upload-sender.ts'

const askEveryMs = 1000
const quiet = { quiet: true } as const
/** UPLD-027 */
const testSettings: NewAssetSettings = { playbackPolicies: ['public'], test: true }

interface Watcher {
  onProgress: (percent: number) => void
  onPlayable: (playbackId: string) => void
  onFail: () => void
}

/**
 * A temporary asset for the preview. UPLD-028: deleted when no component shows it any more, also
 * when the page is left.
 */
export const makeTestAsset = ({ source, tenant, mux }: Upload, watcher: Watcher) => {
  let isGone = false
  let assetId: string | undefined
  let uploadId: string | undefined
  let sender: Sender | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const askLast = (endpoint: typeof assets.remove | typeof uploadEndpoints.cancel, id: string) => {
    // When the page closes, browsers only complete requests with `keepalive`.
    fetch(apiOrigin.value + callUrl(endpoint, { params: { id } }, tenant), {
      method: endpoint.method,
      headers: headersOf(tenant),
      credentials: apiOrigin.value ? 'include' : 'same-origin',
      keepalive: true,
    }).catch(() => {})
  }
  const end = () => {
    if (isGone) return
    isGone = true
    clearTimeout(timer)
    sender?.stop()
    globalThis.removeEventListener('pagehide', end)
    if (assetId !== undefined) askLast(assets.remove, assetId)
    else if (uploadId !== undefined) askLast(uploadEndpoints.cancel, uploadId)
  }
  globalThis.addEventListener('pagehide', end)

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })

  const take = (id: string) => {
    assetId = id
    // The response arrived after the last component was gone.
    if (isGone) askLast(assets.remove, id)
  }

  const sendWhole = (url: string, file: File) =>
    new Promise<void>((resolve, reject) => {
      sender = sendFile({
        url: reachable(url),
        file,
        goesOn: false,
        onProgress: watcher.onProgress,
        onSuccess: resolve,
        onError: (message) => reject(new Error(message)),
      })
    })

  const fromFile = async (file: File) => {
    const direct = await createDirectUpload(testSettings, tenant)
    uploadId = direct.id
    if (refusalOf(direct) !== undefined || direct.url === undefined) throw new Error('refused')
    if (isGone) return
    await sendWhole(direct.url, file)
    const { data } = await call(uploadEndpoints.retrieve, {
      params: { id: direct.id },
      tenant,
      ...quiet,
    })
    if (data.assetId === undefined) throw new Error('no asset')
    take(data.assetId)
  }

  const fromAddress = async (url: string) => {
    const body = addressOptions(
      { source, tenant, mux: { ...mux, settings: testSettings } } as Upload,
      url,
    )
    const { data } = await call(assets.create, { body, tenant, ...quiet })
    take(data.id)
  }

  /** Undefined when no component shows it any more. */
  const untilReady = async (): Promise<string | undefined> => {
    if (isGone || assetId === undefined) return undefined
    const { data } = await call(assets.retrieve, { params: { id: assetId }, tenant, ...quiet })
    const [playback] = data.playbackIds ?? []
    if (data.status === 'errored') throw new Error('errored')
    if (data.status === 'ready' && playback) return playback.id
    await wait(askEveryMs)
    return untilReady()
  }

  const run = async () => {
    try {
      if (source.kind === 'file') await fromFile(source.file)
      else await fromAddress(source.url)
      const playbackId = await untilReady()
      if (playbackId !== undefined && !isGone) watcher.onPlayable(playbackId)
    } catch {
      if (!isGone) watcher.onFail()
    }
  }
  void run()
  return end
}
