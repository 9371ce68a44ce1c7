// closely
