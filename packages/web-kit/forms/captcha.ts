import { useCallback, useEffect, useState } from 'react'

export interface CaptchaOptions {
  key: string
  /** The first host that delivers the script is used. AUTH-025 */
  scriptUrls: string[]
}

/** AUTH-027 */
const captchaBadgePollMs = 500
const captchaBadgeWaitMs = 5000

/** AUTH-026 */
export const captchaFailureText =
  'An unknown error has occurred. Try disabling ad blockers and refreshing the page. If symptoms persist, please contact us.'

/** The global API that captcha scripts of this family add to the page. */
interface CaptchaApi {
  ready: (callback: () => void) => void
  execute: (key: string, options: { action: string }) => Promise<string>
}

const captchaApi = () => (globalThis as { grecaptcha?: CaptchaApi }).grecaptcha

const loadScript = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve(), { once: true })
    script.addEventListener(
      'error',
      () => {
        script.remove()
        reject(new Error(`The captcha script did not load from ${url}`))
      },
      { once: true },
    )
    document.head.append(script)
  })

export const loadCaptcha = async ({ key, scriptUrls }: CaptchaOptions, load = loadScript) => {
  for (const scriptUrl of scriptUrls) {
    const url = new URL(scriptUrl, location.href)
    url.searchParams.set('render', key)
    try {
      await load(url.href)
      const api = captchaApi()
      if (api) return api
    } catch {
      continue
    }
  }
  throw new Error(captchaFailureText)
}

const loaded = new Map<string, Promise<CaptchaApi>>()

const loadOnce = (options: CaptchaOptions) => {
  const known = loaded.get(options.key)
  if (known) return known
  const promise = loadCaptcha(options)
  promise.catch(() => loaded.delete(options.key))
  loaded.set(options.key, promise)
  return promise
}

const findBadge = () => document.querySelector<HTMLElement>('.grecaptcha-badge')

/** The script draws its badge some time after it has loaded. */
export const waitForBadge = (onFound: (badge: HTMLElement) => void) => {
  let waitedMs = 0
  const timer = setInterval(() => {
    waitedMs += captchaBadgePollMs
    const badge = findBadge()
    if (badge) onFound(badge)
    if (badge || waitedMs >= captchaBadgeWaitMs) clearInterval(timer)
  }, captchaBadgePollMs)
  return () => clearInterval(timer)
}

/** Without a configured key nothing is loaded and no token is sent. AUTH-024 */
export const useCaptcha = (options: CaptchaOptions | null | undefined) => {
  const [failure, setFailure] = useState<string>()
  const key = options?.key
  const urls = options?.scriptUrls.join(' ')

  useEffect(() => {
    if (!key || !urls) return undefined
    let isGone = false
    loadOnce({ key, scriptUrls: urls.split(' ') }).catch(() => {
      if (!isGone) setFailure(captchaFailureText)
    })
    const stopWaiting = waitForBadge((badge) => {
      badge.style.visibility = 'visible'
    })
    return () => {
      isGone = true
      stopWaiting()
      const badge = findBadge()
      if (badge) badge.style.visibility = 'hidden'
    }
  }, [key, urls])

  const getToken = useCallback(
    async (action: string): Promise<string | undefined> => {
      if (!key || !urls) return undefined
      try {
        const api = await loadOnce({ key, scriptUrls: urls.split(' ') })
        await new Promise<void>((resolve) => api.ready(resolve))
        return await api.execute(key, { action })
      } catch (error) {
        setFailure(captchaFailureText)
        throw error
      }
    },
    [key, urls],
  )
  return { getToken, failure }
}
