/** Apple keyboards have other key names: ⌘ for Ctrl, Option for Alt. */
export const isApple = () => /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent)
