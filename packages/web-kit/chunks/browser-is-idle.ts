const withoutIdleMs = 200

/** Resolves once the browser is idle. */
export const browserIsIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, withoutIdleMs)
  })
