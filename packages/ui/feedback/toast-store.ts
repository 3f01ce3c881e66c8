import type { Tone } from '../icons/tone-icon.tsx'

interface Toast {
  id: string
  title: string
  description?: string
  link?: { label: string; href: string }
  type: Tone
}

const toastTimeoutMs = 10_000

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined
  startedAt: number
  remainingMs: number
}

function createToastStore() {
  let shown: readonly Toast[] = []
  let isPaused = false
  let count = 0
  const listeners = new Set<() => void>()
  const countdowns = new Map<string, Countdown>()

  function publish(next: readonly Toast[]) {
    shown = next
    for (const listener of listeners) listener()
  }

  function start(id: string, remainingMs: number) {
    clearTimeout(countdowns.get(id)?.timer)
    const timer = isPaused ? undefined : setTimeout(() => dismiss(id), remainingMs)
    countdowns.set(id, { timer, startedAt: Date.now(), remainingMs })
  }

  function dismiss(id: string) {
    clearTimeout(countdowns.get(id)?.timer)
    countdowns.delete(id)
    publish(shown.filter((toast) => toast.id !== id))
    if (shown.length === 0) isPaused = false
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    list: () => shown,
    show: (toast: Omit<Toast, 'id'> & { id?: string }): string => {
      count += 1
      const id = toast.id ?? `toast-${count}`
      publish([...shown.filter((other) => other.id !== id), { ...toast, id }])
      start(id, toastTimeoutMs)
      return id
    },
    dismiss,
    clear: () => {
      for (const toast of shown) dismiss(toast.id)
    },
    pause: () => {
      if (isPaused) return
      isPaused = true
      for (const countdown of countdowns.values()) {
        clearTimeout(countdown.timer)
        countdown.remainingMs -= Date.now() - countdown.startedAt
      }
    },
    resume: () => {
      if (!isPaused) return
      isPaused = false
      for (const [id, countdown] of countdowns) start(id, countdown.remainingMs)
    },
  }
}

export const toasts = createToastStore()
