import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useSearchValue, useSetSearch } from '../navigation/navigation.ts'

const isFullScreen = () => document.fullscreenElement !== null

/** Browsers may refuse both without a press of a key or button; the page then still fills its window. */
const tryTo = (act: () => Promise<void> | undefined) => {
  try {
    act()?.catch(() => undefined)
  } catch {
    // Not supported here.
  }
}

/** Keeps the display on while the page is visible. */
const useAwakeDisplay = (isWanted: boolean) => {
  useEffect(() => {
    if (!isWanted) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      tryTo(async () => {
        const taken = await navigator.wakeLock.request('screen')
        if (isOver) await taken.release()
        else lock = taken
      })
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      tryTo(() => lock?.release())
    }
  }, [isWanted])
}

/**
 * A screen for a wall: without navigation, larger, in full screen where the browser allows it. It is part of the address,
 * so that a display shows it from its start.
 */
export const useWall = () => {
  const isOn = useSearchValue('wall') === '1'
  const setSearch = useSetSearch()
  useLayoutEffect(() => {
    if (!isOn) return
    document.documentElement.dataset.wall = ''
    return () => {
      delete document.documentElement.dataset.wall
    }
  }, [isOn])
  useAwakeDisplay(isOn)

  const enter = () => {
    setSearch({ wall: '1' }, { replace: true })
    tryTo(() => document.documentElement.requestFullscreen?.())
  }
  const leave = () => {
    setSearch({ wall: undefined }, { replace: true })
    if (isFullScreen()) tryTo(() => document.exitFullscreen())
  }
  const onLeft = useEffectEvent(leave)
  useEffect(() => {
    if (!isOn) return
    let wasFullScreen = isFullScreen()
    // The browser's own way out, such as Escape, leaves the wall too.
    const onChange = () => {
      if (wasFullScreen && !isFullScreen()) onLeft()
      wasFullScreen = isFullScreen()
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [isOn])
  return { isOn, enter, leave }
}
