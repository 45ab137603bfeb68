//! Recipes for what games are made of.
