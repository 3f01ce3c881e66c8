export { PlaybackParts } from './playback-parts.tsx'
