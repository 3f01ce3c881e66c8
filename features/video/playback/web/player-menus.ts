import type Engine from 'hls.js'

interface MenuChoice {
  value: string
  label: string
}

/** A menu in the settings; hidden where there is nothing to choose. */
const fillMenu = (
  root: HTMLElement,
  part: 'quality' | 'audio',
  choices: readonly MenuChoice[],
  current: string,
) => {
  const menu = root.querySelector<HTMLElement>(`[data-part="${part}"]`)
  const item = root.querySelector<HTMLElement>(`[data-part="${part}-item"]`)
  if (!menu || !item) return
  item.hidden = choices.length < 2
  menu.querySelectorAll('media-chrome-menu-item').forEach((old) => old.remove())
  for (const { value, label } of choices) {
    const entry = document.createElement('media-chrome-menu-item')
    entry.setAttribute('type', 'radio')
    entry.setAttribute('value', value)
    if (value === current) entry.setAttribute('aria-checked', 'true')
    entry.textContent = label
    menu.append(entry)
  }
}

export const onChoice = (
  root: HTMLElement,
  part: 'quality' | 'audio',
  choose: (value: string) => void,
) =>
  root
    .querySelector(`[data-part="${part}"]`)
    ?.addEventListener('change', ({ target }) => choose((target as HTMLInputElement).value))

/** Portrait video is named by its short side, as everywhere. */
const nameOf = ({ width, height }: { width: number; height: number }) =>
  `${Math.min(width, height)}p`

export const showQualities = (root: HTMLElement, hls: Engine) => {
  const levels = hls.levels
    .map((level, index) => ({ level, index }))
    .filter(({ level }) => level.height > 0)
    .toSorted((one, other) => other.level.bitrate - one.level.bitrate)
  const names = levels.map(({ level }) => nameOf(level))
  const playing = hls.levels[hls.currentLevel]
  const choices = levels.map(({ level, index }, position) => ({
    value: String(index),
    label:
      names.filter((name) => name === names[position]).length > 1
        ? `${names[position]} · ${(level.bitrate / 1e6).toFixed(1)} Mbps`
        : (names[position] ?? ''),
  }))
  const automatic = playing && hls.autoLevelEnabled ? `Auto (${nameOf(playing)})` : 'Auto'
  fillMenu(
    root,
    'quality',
    choices.length > 1 ? [{ value: '-1', label: automatic }, ...choices] : [],
    hls.autoLevelEnabled ? '-1' : String(hls.manualLevel),
  )
}

export const showLanguages = (root: HTMLElement, hls: Engine) =>
  fillMenu(
    root,
    'audio',
    hls.audioTracks.map(({ name }, index) => ({ value: String(index), label: name })),
    String(hls.audioTrack),
  )
