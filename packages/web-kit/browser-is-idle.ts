const withoutIdleMs = 200

/** Once the browser has nothing else to do. */
export const browserIsIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, withoutIdleMs)
  })
