export const dateOf = (epochSeconds: number) => new Date(epochSeconds * 1000)
