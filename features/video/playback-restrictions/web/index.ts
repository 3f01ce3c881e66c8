export { PlaybackRestrictionsCard } from './playback-restrictions-card.tsx'
