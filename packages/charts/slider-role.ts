/** A chart moves by steps and selects stretches of them, which no input of the browser does. */
export const sliderRole = { role: 'slider', tabIndex: 0 }
