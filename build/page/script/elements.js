// The elements of the page that more than one module uses.

export const byId = id => document.getElementById(id);
export const canvas = byId("canvas");
export const stage = byId("stage");
export const mirror = byId("mirror");
export const loadingScreen = byId("loading");
export const failureScreen = byId("failure");
export const textForm = byId("text-form");
export const textField = byId("text-field");
export const updateOffer = byId("update");
