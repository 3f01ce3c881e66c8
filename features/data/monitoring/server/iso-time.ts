export const isoTime = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
