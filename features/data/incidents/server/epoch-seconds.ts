export const epochSeconds = (moment: Date | string) => Math.floor(new Date(moment).getTime() / 1000)
